"""Mathematics as expression trees, written as text, LaTeX or MathML."""
