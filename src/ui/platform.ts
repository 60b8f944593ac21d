/** Whether the platform is Apple's: Cmd replaces Ctrl, and keys are symbols. */
export function isApple(): boolean {
  return /Mac|iPhone|iPad|iPod/.test(globalThis.navigator?.platform ?? '')
}
