import { mount } from "svelte";
import Clock from "./Clock.svelte";
import "./clock.css";

const target = document.getElementById("clock");
if (target !== null) mount(Clock, { target });
