import { testStories } from './test-stories.js';

testStories(6);
