/** The first line of the settings of the global root; a workspace's never begin so. */
const GLOBAL_HEADER = '# Daybook: notes for all projects.';

/** What marks the global root, which is a workspace too. */
export const GLOBAL_SETTINGS = `${GLOBAL_HEADER}\ncontext: {target: none}\n`;

/** Returns whether a text is the settings of a global root. */
export const isGlobalSettings = (text: string): boolean => text.startsWith(GLOBAL_HEADER);
