import { showGraphs } from './graph.js';
import { addKeys } from './keys.js';
import { watchPage } from './live.js';
import { searchWhileTyping } from './search-box.js';

addKeys();
searchWhileTyping();
watchPage();
showGraphs();
