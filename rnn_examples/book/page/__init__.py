"""The book as a page that stands alone: its frame, tables and pictures, and the lesson's scene."""
