import { showGraph } from './graph.js';
import { addKeys } from './keys.js';
import { watchPage } from './live.js';
import { searchWhileTyping } from './search-box.js';

addKeys();
searchWhileTyping();
watchPage();
const canvas = document.querySelector<HTMLCanvasElement>('#graph');
if (canvas) void showGraph(canvas);
