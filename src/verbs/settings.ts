export * from '../wiki/settings.js';
