/** Text for VS Code's notifications, which make links of what is written as one. */

/** A text in which nothing is a link: those of a notification may run commands, and a page or a file may say anything. */
export function plain(text: string): string {
  return text.replaceAll('](', '] (');
}
