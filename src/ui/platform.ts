/** Whether the keyboard is Apple's: Cmd takes the part of Ctrl, and keys are written with signs. */
export function isApple(): boolean {
  return /Mac|iPhone|iPad|iPod/.test(globalThis.navigator?.platform ?? '')
}
