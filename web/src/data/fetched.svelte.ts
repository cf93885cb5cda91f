import { words } from "./app.svelte";

/** Something that is fetched anew whenever what it hangs on changes; the old stays meanwhile. */
export class Fetched<T> {
  value = $state.raw<T | null>(null);
  problem = $state<string | null>(null);

  /** `get` is called in an effect: whatever state it reads is what it hangs on. */
  constructor(get: () => Promise<T> | null) {
    $effect(() => {
      let current = true;
      const asked = get();
      asked
        ?.then((value) => {
          if (!current) return;
          this.value = value;
          this.problem = null;
        })
        .catch((error: unknown) => {
          if (current) this.problem = words(error);
        });
      return () => {
        current = false;
      };
    });
  }
}
