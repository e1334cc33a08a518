/*
 * The whole numbers in which entries are scored; the kernel (assembly/) and what lays its arrays both know them.
 * Whole numbers add up the same in any order, and cost a cold process no garbage.
 */

export const POINT = 1 << 15;
/** A word's rarity is at most 16, its weight in an entry below 2: 32 words of both stay below 2 ** 31. */
export const RARITY_POINT = 1 << 7;
export const GAIN_POINT = POINT / RARITY_POINT;
/** Sums over whole sections are kept in so many bits less, so that no section is too long for them. */
export const ROUGH = 12;
