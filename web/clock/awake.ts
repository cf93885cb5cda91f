/** Keep the screen on while a page is seen, where the browser can; returns how to stop. */
export function keepAwake(tell: (on: boolean) => void): () => void {
  let lock: WakeLockSentinel | null = null;
  let stopped = false;

  async function ask() {
    if (document.visibilityState !== "visible") return;
    try {
      // missing where the page did not come over HTTPS, from this device or from a file
      if (!("wakeLock" in navigator)) throw new TypeError("no wake lock");
      lock = await navigator.wakeLock.request("screen");
      if (stopped) await lock.release();
      else tell(true);
    } catch {
      tell(false); // not there, or refused, as when the battery is low
    }
  }

  const again = () => void ask(); // the system lets go when the page is hidden
  document.addEventListener("visibilitychange", again);
  void ask();
  return () => {
    stopped = true;
    document.removeEventListener("visibilitychange", again);
    void lock?.release();
  };
}
