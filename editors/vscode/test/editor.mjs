// One VS Code window, as a person uses it: keys, clicks and what is seen. Whatever is awaited is waited for, never slept.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { pictureName } from './story.mjs';
import { PICTURES } from './vscode.mjs';

const PATIENCE = 60_000;
const BREATH = 3_000;

export class Editor {
  constructor(page, vscode) {
    Object.assign(this, { page, vscode, name: pictureName() });
  }

  /** Opens a file by its name. */
  async open(name) {
    await this.pick('Control+P', name, name);
    await this.page.locator('.tab.active', { hasText: name.replace(/^.*\//, '') }).waitFor({ timeout: PATIENCE });
    await this.page.locator('.editor-instance .view-line').first().waitFor();
  }

  /** Runs a command by its name in the palette. */
  run(title) {
    return this.pick('F1', `>${title}`, title);
  }

  /** Asks for a list with a key, and picks an entry; asks again while VS Code, still starting, has none to offer. */
  async pick(key, words, entry) {
    const input = this.page.locator('.quick-input-widget input.input');
    const found = this.page.locator('.quick-input-list .monaco-list-row', { hasText: entry }).first();
    await this.until(`${entry} to pick`, async () => {
      if (!(await input.isVisible())) {
        await this.press(key);
      }
      await input.fill(words, { timeout: BREATH }).catch(() => undefined);
      return found.waitFor({ timeout: BREATH }).then(() => true, () => this.press('Escape'));
    });
    await found.click();
  }

  /** Puts the cursor at a 1-based line and column. */
  async goTo(line, column) {
    const input = this.page.locator('.quick-input-widget input.input');
    await this.until(`a cursor at ${line}:${column}`, async () => {
      if (!(await input.isVisible())) {
        await this.press('Control+G');
      }
      const asked = await input.fill(`:${line}:${column}`, { timeout: BREATH }).then(() => input.press('Enter', { timeout: BREATH }), () => false);
      return asked !== false && input.waitFor({ state: 'hidden', timeout: BREATH }).then(() => true, () => 'the list stays open');
    });
    await this.expectCursor(new RegExp(`^Ln ${line}, Col`));
  }

  /** Puts the cursor behind the first place where a text stands in the file as it is given. */
  async goBehind(content, text) {
    const before = content.slice(0, content.indexOf(text) + text.length).split('\n');
    await this.goTo(before.length, before.at(-1).length + 1);
  }

  type(text, delay = 0) {
    return this.page.keyboard.type(text, { delay });
  }

  press(...keys) {
    return keys.reduce((before, key) => before.then(() => this.page.keyboard.press(key)), Promise.resolve());
  }

  /** Saves the file in front. */
  async save() {
    await this.page.keyboard.press('Control+S');
    await this.page.locator('.tab.active:not(.dirty)').waitFor({ timeout: PATIENCE });
  }

  /** The words under squiggles of a kind (error, warning, info), as far as they are on the screen. */
  squiggles(kind) {
    return this.page.evaluate(wordsUnder, `.squiggly-${kind}`);
  }

  /** Waits until the words under squiggles are these, in any order. */
  async expectSquiggles(kind, words) {
    const expected = JSON.stringify([...words].sort());
    await this.until(`${kind} squiggles under ${expected}`, async () => {
      const now = JSON.stringify([...(await this.squiggles(kind))].sort());
      return now === expected || now;
    });
  }

  /** Shows the hover of the place under the cursor and gives its text. */
  async hover() {
    await this.press('Control+K', 'Control+I');
    const hover = this.page.locator('.monaco-hover:visible .hover-contents, .monaco-hover:visible .hover-row').first();
    await hover.waitFor({ timeout: PATIENCE });
    const text = async () => (await this.page.locator('.monaco-hover:visible').allInnerTexts()).join('\n');
    await this.until('a hover that is there in full', async () => !/Loading/.test(await text()));
    return text();
  }

  /** The titles of the fixes that are offered at the cursor; the menu stays open. */
  async fixes() {
    await this.press('Control+.');
    const rows = this.page.locator('.action-widget .monaco-list-row.action');
    await rows.first().waitFor({ timeout: PATIENCE });
    return rows.allInnerTexts();
  }

  /** Applies a fix by its title. */
  async fix(title) {
    const titles = await this.fixes();
    const wanted = titles.findIndex((one) => one.includes(title));
    if (wanted < 0) {
      throw new Error(`No fix is called ${title}; there are ${titles.join(', ')}`);
    }
    const focused = this.page.locator('.action-widget .monaco-list-row.action.focused', { hasText: title });
    await this.until(`the fix ${title} in focus`, async () => {
      if ((await focused.count()) === 1) {
        return true;
      }
      await this.press('ArrowDown');
      return titles.join(', ');
    });
    await this.press('Enter');
    await this.page.locator('.action-widget').waitFor({ state: 'hidden' });
  }

  /** The text of the status item, without its icons. */
  status() {
    return this.page.locator('.statusbar-item[id$="reachweaver.status"]');
  }

  async expectStatus(text) {
    await this.until(`a status like ${text}`, async () => {
      const shown = await this.status().allInnerTexts();
      return shown.some((one) => one.replace(/\s+/g, ' ').trim().match(text)) || JSON.stringify(shown);
    });
  }

  /** Notifications with some words in them. */
  notification(words) {
    return this.page.locator('.notification-list-item', { hasText: words });
  }

  /** Waits until the status bar says where the cursor is. */
  async expectCursor(place) {
    const shown = this.page.locator('.statusbar-item[id="status.editor.selection"]');
    await this.until(`the cursor at ${place}`, async () => place.test(await shown.innerText()) || (await shown.innerText()));
  }

  /** What is offered to be written at the cursor. */
  async suggestions() {
    const widget = this.page.locator('.suggest-widget.visible');
    await widget.locator('.monaco-list-row:visible, .message:visible').first().waitFor();
    await this.until('suggestions that are there in full', async () => !/Loading/.test(await widget.innerText()));
    return widget.locator('.monaco-list-row').evaluateAll((rows) => rows.map((row) => `${row.getAttribute('aria-label')} ${row.textContent}`));
  }

  /** Waits until a line of the file in front reads so, indentation aside. */
  async expectLine(text) {
    await this.until(`a line ${text}`, async () => {
      const lines = (await this.lines()).map((line) => line.replaceAll('\u00a0', ' ').trim());
      return lines.includes(text) || lines.join('\n');
    });
  }

  /** The page in the preview's panel. */
  preview() {
    return this.page.frameLocator('iframe.webview.ready').frameLocator('iframe');
  }

  /** The file in front, as the editor holds it, line by line, as far as it is on the screen. */
  lines() {
    return this.page.locator('.editor-instance .view-line').allInnerTexts();
  }

  /** Waits until a check gives true; what else it gives is said when it never does. */
  async until(what, holds, patience = PATIENCE) {
    const end = Date.now() + patience;
    let last;
    while (Date.now() < end) {
      last = await holds();
      if (last === true) {
        return;
      }
      await this.page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    }
    throw new Error(`There was never ${what}; last was ${last}`);
  }

  /** Takes a picture of the window and closes it. */
  async close() {
    if (this.page.isClosed()) {
      return;
    }
    if (this.name) {
      mkdirSync(PICTURES, { recursive: true });
      await this.page.screenshot({ path: join(PICTURES, `${this.name}.png`) });
    }
    await this.page.close();
  }
}

/** Runs in the page: the characters that stand above each squiggle, found by where both are drawn. */
function wordsUnder(selector) {
  const marks = [...document.querySelectorAll(selector)].map((mark) => mark.getBoundingClientRect());
  const found = new Map(marks.map((mark) => [mark, '']));
  for (const line of document.querySelectorAll('.editor-instance .view-line')) {
    const top = line.getBoundingClientRect();
    const near = marks.filter((mark) => mark.top < top.bottom && mark.bottom > top.top && mark.width > 0);
    if (near.length === 0) {
      continue;
    }
    const texts = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const node = texts.currentNode;
      const range = document.createRange();
      let at = 0;
      for (const character of node.data) {
        range.setStart(node, at);
        range.setEnd(node, (at += character.length));
        const box = range.getBoundingClientRect();
        const middle = (box.left + box.right) / 2;
        for (const mark of near.filter((one) => one.left <= middle && middle <= one.right)) {
          found.set(mark, found.get(mark) + character.replaceAll('\u00a0', ' '));
        }
      }
    }
  }
  return [...found.values()].filter((words) => words.trim());
}
