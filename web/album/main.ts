import { mount } from "svelte";
import Album from "./Album.svelte";
import "./album.css";
import { storyOf, type Told } from "./story";
import { texts } from "./texts";

declare global {
  // what a site's script tells before this; in an album of one file it stands in the page
  var albumData: Told | undefined;
}

const inside = document.getElementById("album-data")?.textContent;
const told = globalThis.albumData ?? (JSON.parse(inside ?? "") as Told);
// in one file pictures stand in the page itself, for whoever has no script; they are taken from there
const plain = document.getElementById("plain");
if (plain !== null) {
  told.inside ??= {};
  for (const picture of plain.querySelectorAll<HTMLImageElement>("img[data-row]"))
    told.inside[picture.dataset["row"] ?? ""] = picture.src;
  plain.remove();
}
const target = document.getElementById("album");
if (target !== null) mount(Album, { target, props: { story: storyOf(told, texts.unknown) } });
