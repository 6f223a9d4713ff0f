// What the tests ask a page. Each function is evaluated in it and gives plain data.
({
  /** Elements whose box leaves the viewport at the side, and boxes whose content is wider than they are. */
  overflowing() {
    const width = document.documentElement.clientWidth;
    const bad = [];
    for (const element of document.querySelectorAll(".reachweaver *")) {
      if (element.closest(".unseen, .skip, svg, nav :is(.name, .platform)")) continue;
      const box = element.getBoundingClientRect();
      const wide = getComputedStyle(element).display !== "inline" && element.scrollWidth > element.clientWidth + 1;
      if (box.left < -0.5 || box.right > width + 0.5 || (wide && element.clientWidth > 0)) {
        bad.push(`${element.tagName.toLowerCase()}.${element.className}: ${Math.round(box.left)}..${Math.round(box.right)}`);
      }
    }
    if (document.documentElement.scrollWidth > width) bad.push(`page: ${document.documentElement.scrollWidth}`);
    return bad;
  },

  /** The texts of the posts as they stand in the page, with whether each can be seen. */
  texts() {
    return [...document.querySelectorAll(".text")].map((element) => {
      const box = element.getBoundingClientRect();
      return [element.textContent, box.width > 0 && (box.height > 0 || element.textContent === "")];
    });
  },

  /** Texts with less contrast to what is behind them than WCAG's level AA asks for (4.5 to 1). */
  faint() {
    const context = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    const rgba = (colour) => {
      context.clearRect(0, 0, 1, 1);
      context.fillStyle = colour;
      context.fillRect(0, 0, 1, 1);
      const [red, green, blue, alpha] = context.getImageData(0, 0, 1, 1).data;
      return [red, green, blue, alpha / 255];
    };
    const over = (top, below) => top.slice(0, 3).map((value, index) => value * top[3] + below[index] * (1 - top[3]));
    const behind = (element) => {
      const layers = [];
      for (let at = element; at; at = at.parentElement) layers.push(rgba(getComputedStyle(at).backgroundColor));
      return layers.reverse().reduce((below, layer) => over(layer, below), [255, 255, 255]);
    };
    const light = (colour) => {
      const [red, green, blue] = colour.map((value) => {
        const share = value / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const bad = new Set();
    for (const element of document.querySelectorAll(".reachweaver *")) {
      const says = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
      if (!says || element.closest("[aria-hidden], .unseen, .skip, details:not([open]) > :not(summary)")) continue;
      for (const part of [null, "::after"]) {
        if (part && getComputedStyle(element, part).content === "none") continue;
        const background = behind(element);
        const ink = over(rgba(getComputedStyle(element, part).color), background);
        const [darker, lighter] = [light(ink), light(background)].sort((one, other) => one - other);
        const contrast = (lighter + 0.05) / (darker + 0.05);
        if (contrast < 4.5) bad.add(`${element.tagName.toLowerCase()}.${element.className}${part ?? ""}: ${contrast.toFixed(2)}`);
      }
    }
    return [...bad];
  },
})
