/* Shares of labelled rows, with their intervals. */

/** Prints how many of all are right, with the 95 % Wilson interval, and returns the share. */
export function reportShare(what: string, right: number, all: number): number {
  const z = 1.96;
  const share = all === 0 ? 1 : right / all;
  const middle = share + (z * z) / (2 * all);
  const spread = z * Math.sqrt((share * (1 - share)) / all + (z * z) / (4 * all * all));
  const [low, high] = [middle - spread, middle + spread].map((edge) => edge / (1 + (z * z) / all));
  console.log(`${what}: ${right}/${all} = ${share.toFixed(3)} (${low?.toFixed(3)}–${high?.toFixed(3)})`);
  return share;
}
