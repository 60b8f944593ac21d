import { residentMegabytes } from '#tests/bench/bench-server.ts'

export function watchMemory(pid: number): { readonly stop: () => number } {
  let most = 0
  const sample = () => {
    const now = residentMegabytes(pid)
    // Not a number once the process has ended.
    if (now > most) most = now
  }
  const timer = setInterval(sample, 50)
  return {
    stop: () => {
      clearInterval(timer)
      return most
    },
  }
}
