// The lesson's scene. Every value shown is one of those embedded in the page: only places in the
// pictures are computed here.
"use strict";

{
  const scene = JSON.parse(document.getElementById("live-values").textContent);
  const at = (name) => document.getElementById(`live-${name}`);
  const sliders = { gain: at("gain"), sentence: at("sentence"), step: at("step") };

  const svg = (name, attributes, text = "") => {
    const made = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.textContent = text;
    return made;
  };
  const percent = (share) => `${100 * share}%`;

  // A place between two decades; a size of 0 lies at the lower one.
  const share = (log10, [low, high]) =>
    log10 === null ? 0 : Math.min(1, Math.max(0, (log10 - low) / (high - low)));
  const powers = ([low, high], by) =>
    Array.from({ length: high - low + 1 }, (_, i) => low + i).filter((power) => power % by === 0);
  const decade = (power) => (power === 0 ? "1" : `1e${power}`);

  // A bar for each word, the first above; the value at its right.
  const LINE = 22;
  const [FROM, TO, END] = [0.24, 0.8, 1];
  const drawBlame = (values, words, step) => {
    const picture = at("blame");
    const { decades } = scene.blame;
    const x = (log10) => FROM + (TO - FROM) * share(log10, decades);
    const height = LINE * (values.length + 1);
    const grid = powers(decades, 5).flatMap((power) => [
      svg("line", { class: power ? "grid" : "whole", x1: percent(x(power)),
        x2: percent(x(power)), y1: 0, y2: height - LINE }),
      svg("text", { x: percent(x(power)), y: height - LINE / 2, "text-anchor": "middle" },
        decade(power)),
    ]);
    const rows = values.flatMap(([text, value, log10], back) => {
      const y = LINE * (values.length - 1 - back);
      const chosen = back === step ? "at" : "";
      return [
        svg("text", { class: chosen, x: 0, y: y + LINE / 2 }, words[back]),
        svg("rect", { class: chosen, x: percent(FROM), y: y + 4, height: LINE - 8,
          width: percent(x(log10) - FROM), "data-value": value, "data-step": back }),
        svg("text", { class: chosen, x: percent(END), y: y + LINE / 2, "text-anchor": "end" },
          text),
      ];
    });
    picture.style.height = `${height}px`;
    picture.replaceChildren(...grid, ...rows);
  };

  // A point for each number of steps, and what joins them.
  const [TOP, HEIGHT, LEFT] = [8, 220, 0.12];
  const drawInfluence = (values, step) => {
    const picture = at("influence");
    const { decades } = scene.influence;
    const x = (steps) => LEFT + (0.97 - LEFT) * (steps / (values.length - 1));
    const y = (log10) => TOP + HEIGHT * (1 - share(log10, decades));
    const grid = powers(decades, 2).flatMap((power) => [
      svg("line", { class: power ? "grid" : "whole", x1: percent(LEFT), x2: "97%",
        y1: y(power), y2: y(power) }),
      svg("text", { x: percent(LEFT - 0.02), y: y(power), "text-anchor": "end" }, decade(power)),
    ]);
    const numbers = values.flatMap((_, steps) => (steps % 5 ? [] : [
      svg("text", { x: percent(x(steps)), y: TOP + HEIGHT + 18, "text-anchor": "middle" }, steps),
    ]));
    const lines = values.slice(1).map(([, , log10], i) => svg("line", {
      x1: percent(x(i)), y1: y(values[i][2]), x2: percent(x(i + 1)), y2: y(log10) }));
    const points = values.map(([, value, log10], steps) => svg("circle", {
      class: steps === step ? "at" : "", cx: percent(x(steps)), cy: y(log10),
      r: steps === step ? 7 : 3, "data-value": value, "data-step": steps }));
    picture.style.height = `${TOP + HEIGHT + 32}px`;
    picture.replaceChildren(...grid, ...numbers, ...lines, ...points);
  };

  // Words of a line that breaks between them only.
  const pieces = (line) => line.split(" ").flatMap((word) => {
    const whole = document.createElement("span");
    whole.textContent = word;
    return [whole, " "];
  }).slice(0, -1);

  const tell = (name, before, [text, value], command) => {
    const exact = document.createElement("data");
    exact.value = value;
    exact.textContent = text;
    at(`${name}-value`).replaceChildren(before, exact);
    at(`${name}-command`).replaceChildren(...pieces(`rnn-examples ${command}`));
  };

  const choose = (slider, name, text) => {
    slider.setAttribute("aria-valuetext", text);
    at(`${name}-chosen`).textContent = text;
  };

  const show = () => {
    const words = scene.sentences[sliders.sentence.value];
    sliders.step.max = words.length;
    const [gain, sentence, step] = Object.values(sliders).map((slider) => Number(slider.value));
    const g = scene.gains[gain];
    const place = words.length - step;
    const backwards = [...words].reverse().concat("(before)");
    const steps = `${step} step${step === 1 ? "" : "s"}`;
    const blame = scene.blame.values[gain][sentence];
    const influence = scene.influence.values[gain];

    choose(sliders.gain, "gain", `g = ${g}`);
    choose(sliders.sentence, "sentence", `${sentence + 1} of ${scene.sentences.length}`);
    choose(sliders.step, "step", steps);
    const marked = words.flatMap((word, i) => {
      const shown = document.createElement(i === place - 1 ? "mark" : "span");
      shown.textContent = word;
      return [shown, " "];
    });
    at("sentence-read").replaceChildren(...marked);

    drawBlame(blame, backwards, step);
    const where = place ? `“${backwards[step]}” (word ${place})` : "the state before the first word";
    tell("blame", `At g = ${g}, ${steps} back: the blame on ${where} is `, blame[step],
      `blame --gain ${g} --sentence '${words.join(" ")}' --sentences 0 --cell ${g},${place}:size`);
    drawInfluence(influence, step);
    tell("influence", `At g = ${g}, after ${steps}: the influence is `, influence[step],
      `influence --gains ${g} --steps ${step} --cell ${g}:influence`);
  };

  for (const slider of Object.values(sliders)) slider.addEventListener("input", show);
  show();
  at("scene").hidden = false;
}
