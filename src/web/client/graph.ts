import {
  forceCenter,
  forceCollide,
  forceLink,
  forceManyBody,
  forceSimulation,
  forceX,
  forceY,
  type SimulationNodeDatum,
} from 'd3-force';

interface GraphNode extends SimulationNodeDatum {
  readonly title: string;
  readonly href: string;
  readonly group: number;
  readonly degree: number;
}
interface GraphEdge {
  source: GraphNode;
  target: GraphNode;
}

interface View {
  x: number;
  y: number;
  scale: number;
  /** Set once the user pans or zooms; until then the whole graph stays in view. */
  isMoved: boolean;
  /** The node under the pointer, which shows its title. */
  hovered: GraphNode | undefined;
}

const MOST_LABELS = 30;
const LABEL_HEIGHT = 16;
/** The distance of notes without links, in units of the layout. */
const APART = 18;

/** Scales and centers the view so that all nodes fit. */
function fitView(view: View, nodes: readonly GraphNode[], { clientWidth, clientHeight }: Element): void {
  const [xs, ys] = [nodes.map(({ x = 0 }) => x), nodes.map(({ y = 0 }) => y)];
  const [left, right, top, bottom] = [min(xs), max(xs), min(ys), max(ys)];
  const across = (clientWidth * 0.8) / (right - left || 1);
  const down = (clientHeight - 2 * LABEL_HEIGHT) / (bottom - top || 1);
  view.scale = Math.max(0.05, Math.min(2, across, down));
  view.x = (-(left + right) / 2) * view.scale;
  view.y = (-(top + bottom) / 2) * view.scale;
}

const min = (list: readonly number[]): number =>
  list.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
const max = (list: readonly number[]): number =>
  list.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);

/** Draws the graph of the page, if it has one. */
export function showGraphs(): void {
  for (const canvas of document.querySelectorAll<HTMLCanvasElement>('canvas.graph')) void showGraph(canvas);
}

/** Draws the link graph. Click opens a note, drag pans, the wheel zooms. */
async function showGraph(canvas: HTMLCanvasElement): Promise<void> {
  const reply = await fetch(canvas.dataset.source ?? '/graph.json');
  const { nodes: found, links } = (await reply.json()) as {
    nodes: { title: string; href: string; group: number }[];
    links: [number, number][];
  };
  const degree = new Map<number, number>();
  for (const pair of links) for (const at of pair) degree.set(at, (degree.get(at) ?? 0) + 1);
  const nodes = found.map((node, at): GraphNode => ({ ...node, degree: degree.get(at) ?? 0 }));
  const edges = links.map(([from, to]) => ({ source: nodes[from], target: nodes[to] })) as GraphEdge[];
  const pen = canvas.getContext('2d');
  if (!pen) return;
  const linked = nodes.filter((node) => node.degree > 0);
  const isolated = nodes.filter((node) => node.degree === 0);
  const byDegree = linked.toSorted((a, b) => b.degree - a.degree);
  const isLarge = nodes.length > 600;
  const view: View = { x: 0, y: 0, scale: 1, isMoved: false, hovered: undefined };
  const simulation = forceSimulation(linked)
    .force(
      'charge',
      forceManyBody()
        .strength(isLarge ? -18 : -140)
        .theta(isLarge ? 1.3 : 0.9)
        .distanceMax(400),
    )
    .force('link', forceLink(edges).distance(isLarge ? 24 : 70))
    .force('center', forceCenter(0, 0))
    .force('x', forceX(0).strength(0.06))
    .force('y', forceY(0).strength(0.06));
  if (!isLarge) simulation.force('collide', forceCollide(14));
  simulation.stop();

  let isAsked = false;
  const ask = () => {
    if (isAsked) return;
    isAsked = true;
    requestAnimationFrame(() => {
      isAsked = false;
      paint();
    });
  };
  const size = () => {
    const { width, height } = canvas.getBoundingClientRect();
    canvas.width = Math.round(width * devicePixelRatio);
    canvas.height = Math.round(height * devicePixelRatio);
    ask();
  };
  const paint = () => {
    gatherIsolated(isolated, linked);
    if (!view.isMoved) fitView(view, nodes, canvas);
    const style = getComputedStyle(canvas);
    const color = (name: string) => style.getPropertyValue(name);
    const hues = [...document.querySelectorAll('.legend li')].map((item) => getComputedStyle(item).color);
    const ratio = devicePixelRatio;
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.clearRect(0, 0, canvas.width, canvas.height);
    const scale = view.scale * ratio;
    pen.setTransform(
      scale,
      0,
      0,
      scale,
      canvas.width / 2 + view.x * ratio,
      canvas.height / 2 + view.y * ratio,
    );
    pen.strokeStyle = color('--field');
    pen.globalAlpha = isLarge ? 0.35 : 0.6;
    pen.lineWidth = 1 / view.scale;
    pen.beginPath();
    for (const { source, target } of edges) {
      pen.moveTo(source.x ?? 0, source.y ?? 0);
      pen.lineTo(target.x ?? 0, target.y ?? 0);
    }
    pen.stroke();
    pen.globalAlpha = 1;
    for (const group of new Set(nodes.map((node) => node.group))) {
      pen.fillStyle = hues[group] ?? color('--soft');
      pen.beginPath();
      for (const node of nodes) {
        if (node.group !== group) continue;
        const radius = (3 + Math.min(6, Math.sqrt(node.degree))) / Math.max(1, view.scale);
        pen.moveTo((node.x ?? 0) + radius, node.y ?? 0);
        pen.arc(node.x ?? 0, node.y ?? 0, radius, 0, 7);
      }
      pen.fill();
    }
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    paintLabels(pen, canvas, view, byDegree, color);
  };
  addPointer(canvas, view, nodes, ask);
  new ResizeObserver(size).observe(canvas);
  size();
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) simulation.tick(200);
  else {
    const step = () => {
      simulation.tick();
      paint();
      if (simulation.alpha() > simulation.alphaMin()) requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  }
  ask();
}

/** Puts the notes without links in rows below the others. */
function gatherIsolated(isolated: readonly GraphNode[], linked: readonly GraphNode[]): void {
  const bottom = linked.length > 0 ? max(linked.map(({ y = 0 }) => y)) + 3 * APART : 0;
  const columns = Math.ceil(Math.sqrt(isolated.length * 4));
  for (const [at, node] of isolated.entries()) {
    node.x = ((at % columns) - (Math.min(columns, isolated.length) - 1) / 2) * APART;
    node.y = bottom + Math.floor(at / columns) * APART;
  }
}

/** Writes the titles of the most linked notes that do not cover each other, and of the one under the pointer. */
function paintLabels(
  pen: CanvasRenderingContext2D,
  { clientWidth, clientHeight }: HTMLCanvasElement,
  view: View,
  nodes: readonly GraphNode[],
  color: (name: string) => string,
): void {
  pen.font = '12px system-ui, sans-serif';
  const drawn: { left: number; right: number; top: number }[] = [];
  for (const node of view.hovered ? [view.hovered, ...nodes] : nodes) {
    if (drawn.length >= MOST_LABELS) return;
    const text = node.title.length > 32 ? `${node.title.slice(0, 31)}…` : node.title;
    const width = pen.measureText(text).width;
    const x = clientWidth / 2 + view.x + (node.x ?? 0) * view.scale + 10;
    const left = x + width + 4 > clientWidth ? x - width - 20 : x;
    const top = clientHeight / 2 + view.y + (node.y ?? 0) * view.scale - LABEL_HEIGHT / 2;
    const isFree = drawn.every(
      (one) => one.right < left || one.left > left + width || Math.abs(one.top - top) > LABEL_HEIGHT,
    );
    if (!isFree || left < 0) continue;
    drawn.push({ left, right: left + width, top });
    pen.globalAlpha = 0.8;
    pen.fillStyle = color('--bg');
    pen.fillRect(left - 2, top, width + 4, LABEL_HEIGHT);
    pen.globalAlpha = 1;
    pen.fillStyle = color(node === view.hovered ? '--accent' : '--text');
    pen.fillText(text, left, top + LABEL_HEIGHT - 4);
  }
}

function addPointer(
  canvas: HTMLCanvasElement,
  view: View,
  nodes: readonly GraphNode[],
  ask: () => void,
): void {
  let start: { x: number; y: number } | null = null;
  let isMoved = false;
  const find = (event: PointerEvent | MouseEvent): GraphNode | undefined => {
    const { left, top, width, height } = canvas.getBoundingClientRect();
    const x = (event.clientX - left - width / 2 - view.x) / view.scale;
    const y = (event.clientY - top - height / 2 - view.y) / view.scale;
    return nodes.find((node) => Math.hypot((node.x ?? 0) - x, (node.y ?? 0) - y) < 10 / view.scale);
  };
  canvas.addEventListener('pointerdown', (event) => {
    start = { x: event.clientX - view.x, y: event.clientY - view.y };
    isMoved = false;
    canvas.setPointerCapture(event.pointerId);
  });
  canvas.addEventListener('pointermove', (event) => {
    if (!start) {
      const hovered = find(event);
      canvas.style.cursor = hovered ? 'pointer' : 'grab';
      if (hovered !== view.hovered) ask();
      view.hovered = hovered;
      return;
    }
    isMoved ||= Math.hypot(event.clientX - start.x - view.x, event.clientY - start.y - view.y) > 3;
    view.isMoved = true;
    view.x = event.clientX - start.x;
    view.y = event.clientY - start.y;
    ask();
  });
  canvas.addEventListener('pointerup', (event) => {
    start = null;
    const node = isMoved ? undefined : find(event);
    if (node) location.assign(node.href);
  });
  canvas.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault();
      view.isMoved = true;
      view.scale = Math.min(4, Math.max(0.05, view.scale * (event.deltaY < 0 ? 1.1 : 0.9)));
      ask();
    },
    { passive: false },
  );
}
