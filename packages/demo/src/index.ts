export { DEMO_SIZES, type DemoSize } from './demo-cast.js';
export { seedDemo, type SeededDemo } from './seed-demo.js';
