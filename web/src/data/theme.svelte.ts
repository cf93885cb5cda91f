export type Theme = "auto" | "light" | "dark";
const KEY = "coincide-theme";
const ORDER: Theme[] = ["auto", "light", "dark"];

function kept(): Theme {
  try {
    return ORDER.find((theme) => theme === localStorage.getItem(KEY)) ?? "auto";
  } catch {
    return "auto"; // a report opened from disk may have no storage
  }
}

/** Light or dark, as the system says or as chosen here. */
class ThemeChoice {
  now = $state<Theme>(kept());
  /** Grows with every change, so that canvases draw anew. */
  changes = $state(0);

  constructor() {
    this.show();
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.changes++);
  }

  next(): void {
    this.now = ORDER[(ORDER.indexOf(this.now) + 1) % ORDER.length] ?? "auto";
    try {
      localStorage.setItem(KEY, this.now);
    } catch {
      // it then holds until the page is closed
    }
    this.show();
  }

  private show(): void {
    document.documentElement.dataset.theme = this.now;
    this.changes++;
  }
}

export const theme = new ThemeChoice();
