import { mount } from "svelte";
import "./app.css";
import Root from "./Root.svelte";
import { App } from "./data/app.svelte";
import { LiveSource } from "./data/live";
import { reportData, ReportSource } from "./data/report";

const target = document.getElementById("app");
if (!target) throw new Error("the page has no #app");
const report = reportData(document);
const token = document.querySelector<HTMLMetaElement>('meta[name="coincide-token"]')?.content ?? "";
const source = report ? new ReportSource(report) : new LiveSource(token);
mount(Root, { target, props: { app: new App(source) } });
