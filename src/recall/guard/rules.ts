/** The version of the rules by which traps are made: a list that other rules made is made anew. Raise it with them. */
export const RULES = 7;
