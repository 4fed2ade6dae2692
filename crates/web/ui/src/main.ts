import './app.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { beginSpeaking } from './words/language.svelte';

await beginSpeaking();
mount(App, { target: document.getElementById('app')! });
