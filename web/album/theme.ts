/** Dark or light: as the system has it until somebody says otherwise. */

const KEPT = "album-theme";

export type Theme = "dark" | "light";

export function isDark(): boolean {
  const said = document.documentElement.dataset["theme"];
  if (said !== undefined) return said === "dark";
  return matchMedia("(prefers-color-scheme: dark)").matches;
}

export function choose(theme: Theme): void {
  document.documentElement.dataset["theme"] = theme;
  try {
    localStorage.setItem(KEPT, theme);
  } catch {
    // from a disk some browsers keep nothing: it holds until the page is left
  }
}

/** Take what was said the last time. */
export function remember(): void {
  try {
    const said = localStorage.getItem(KEPT);
    if (said === "dark" || said === "light") document.documentElement.dataset["theme"] = said;
  } catch {
    // nothing is kept
  }
}
