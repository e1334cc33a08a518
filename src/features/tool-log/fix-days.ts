/** Days of the tool log that are searched for the fix of an error. */
export const FIX_DAYS = 90;
