// One VS Code window, as a person uses it: keys, clicks and what is seen. Whatever is awaited is waited for, never slept.

import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { takePart } from './story.mjs';
import { PICTURES, TITLE } from './vscode.mjs';

/** How long anything may take, in milliseconds: far more than it does, for machines that have other work. */
export const PATIENCE = 120_000;
/** How long an answer may take before the question is put again, as a person would. */
const BREATH = 3_000;

export class Editor {
  /** @param folder the folder of the story's files */
  constructor(page, vscode, folder) {
    Object.assign(this, { page, vscode, folder, name: takePart(this), said: [] });
    page.on('console', (message) => this.said.push(message.text()));
  }

  /** Opens a file of the folder, as a person does who knows where it is. */
  async open(path) {
    const name = basename(path);
    // Files of other stories in this window have the same name, and are offered as recently opened.
    await this.pick('Control+P', join(this.folder, path), this.isShared ? new RegExp(`${name}.*${basename(this.folder)}(?!\\d)`) : name);
    await this.expectFile(name);
  }

  /** Waits until a file is in front, and its text is there. */
  async expectFile(name) {
    await this.page.locator('.tab.active', { hasText: basename(name) }).waitFor();
    await this.text().waitFor();
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

  /**
   * Waits until a window that has just been opened shows what it was opened for, under the user's settings. VS Code in a
   * browser, when it starts slowly, may get no answer to what it asks its server first: it then shows no text, or a workspace
   * file's folders not at all, or has no user settings, until the page is loaded again. That is before any extension runs.
   */
  async expectStart(first) {
    const settled = () => this.page.waitForFunction((title) => document.title.includes(title), TITLE, { timeout: 5 * BREATH });
    await this.until('a window that has started', () =>
      first.waitFor({ timeout: PATIENCE / 4 }).then(settled).then(() => true, () =>
        this.page.reload().then(() => 'an empty window, or one without settings')));
  }

  /** The first folder in the list of files. */
  folders() {
    return this.page.locator('.explorer-folders-view .monaco-list-row').first();
  }

  /** The first line of the file in front. */
  text() {
    return this.page.locator('.editor-instance .view-line').first();
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
    await this.page.locator('.tab.active:not(.dirty)').waitFor();
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

  /** Shows the hover of the place under the cursor, and gives its text once some words are there: its parts come one by one. */
  async hover(words) {
    await this.press('Control+K', 'Control+I');
    const text = async () => (await this.page.locator('.monaco-hover:visible').allInnerTexts()).join('\n');
    await this.until(`a hover that says ${words}`, async () => words.test(await text()) || (await text()));
    return text();
  }

  /**
   * The titles of the fixes that are offered at the cursor; the menu stays open. VS Code says that there are none when it
   * looks at the place again by itself before an answer has come, and then has to be asked once more.
   */
  async fixes() {
    const rows = this.page.locator('.action-widget .monaco-list-row.action');
    await this.until('a fix', async () => {
      await this.press('Control+.');
      return rows.first().waitFor({ timeout: BREATH }).then(() => true, () => this.press('Escape'));
    });
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

  /**
   * Waits until a notification with some words is on the screen, and gives what shows it. VS Code takes one from the screen
   * after some seconds, and does not put every one there; all are in the list that the bell opens.
   */
  async notification(words) {
    const shown = this.page.locator('.notification-list-item', { hasText: words });
    await this.until(`a notification that says ${words}`, async () => {
      if (await shown.first().waitFor({ timeout: 5 * BREATH }).then(() => true, () => false)) {
        return true;
      }
      if (!(await this.page.locator('.notifications-center').isVisible())) {
        await this.page.locator('.statusbar-item[id="status.notifications"]').click();
      }
      return (await this.page.locator('.notification-list-item').allInnerTexts()).join('\n');
    });
    return shown;
  }

  /** Presses a button of a notification. */
  async answer(words, button) {
    await (await this.notification(words)).locator('.monaco-button', { hasText: button }).click();
  }

  /** Waits until the status bar says where the cursor is. */
  async expectCursor(place) {
    const shown = this.page.locator('.statusbar-item[id="status.editor.selection"]');
    await this.until(`the cursor at ${place}`, async () => place.test(await shown.innerText()) || (await shown.innerText()));
  }

  /** What is offered to be written at the cursor; asks for it where VS Code has not offered anything, or no longer does. */
  async suggestions() {
    const widget = this.page.locator('.suggest-widget.visible');
    const offered = widget.locator('.monaco-list-row:visible, .message:visible').filter({ hasNotText: 'Loading' }).first();
    await this.until('suggestions', () =>
      offered.waitFor({ timeout: BREATH }).then(() => true, () => this.press('Escape', 'Control+Space').then(() => 'none')));
    return widget.locator('.monaco-list-row').evaluateAll((rows) => rows.map((row) => `${row.getAttribute('aria-label')} ${row.textContent}`));
  }

  /** Waits until a line of the file in front reads so, indentation aside, or has something in it. */
  async expectLine(text) {
    await this.until(`a line ${text}`, async () => {
      const lines = (await this.lines()).map((line) => line.replaceAll('\u00a0', ' ').trim());
      return lines.some((line) => (text instanceof RegExp ? text.test(line) : line === text)) || lines.join('\n');
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
  async until(what, holds) {
    const end = Date.now() + PATIENCE;
    let last;
    while (Date.now() < end) {
      last = await holds();
      if (last === true) {
        return;
      }
      await this.page.evaluate(nextChange);
    }
    throw new Error(`There was never ${what}; last was ${last}`);
  }

  /** Keeps a picture of how the window looks now, for whoever wants to see it after the run. */
  picture(moment = '') {
    mkdirSync(PICTURES, { recursive: true });
    return this.page.screenshot({ path: join(PICTURES, `${this.name}${moment && `-${moment}`}.png`) });
  }

  /** Ends the story in this window: takes a picture, and leaves the window to the next story or closes it. */
  async end(passed) {
    if (this.page.isClosed()) {
      return;
    }
    await this.picture();
    if (!passed) {
      writeFileSync(join(PICTURES, `${this.name}.log`), [...this.said, ...this.vscode.logs()].join('\n'));
    }
    if (passed && this.isShared) {
      await this.clear();
      this.vscode.free = this;
    } else {
      await this.close();
    }
  }

  /** Makes a window that another story has left one of the story that is told now. */
  takeOver(folder) {
    Object.assign(this, { folder, name: takePart(this), said: [] });
  }

  async close() {
    if (!this.page.isClosed()) {
      await this.page.close();
      this.vscode.sweep();
    }
  }

  /** Closes all files and panels, and saves nothing. */
  async clear() {
    await this.press('Escape', 'Escape');
    await this.run('View: Close All Editors');
    const discard = this.page.locator('.monaco-dialog-box .monaco-button', { hasText: "Don't Save" });
    await this.until('a window without files', async () => {
      if (await discard.isVisible()) {
        await discard.click();
      }
      return (await this.page.locator('.tab').count()) === 0;
    });
  }
}

/** Runs in the page: the next change of anything in it, or a moment in which nothing has changed. */
function nextChange() {
  return new Promise((resolve) => {
    const observer = new MutationObserver(done);
    const moment = setTimeout(done, 200);
    function done() {
      observer.disconnect();
      clearTimeout(moment);
      resolve();
    }
    observer.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
  });
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
