/** Show a dialog above everything, with the focus inside; whoever had it gets it back. */
export function modal(dialog: HTMLDialogElement): () => void {
  const before = document.activeElement;
  dialog.showModal();
  return () => {
    dialog.close();
    // the browser gives it back only while the dialog is still part of the page
    if (before instanceof HTMLElement || before instanceof SVGElement) before.focus();
  };
}
