import { residentMegabytes } from '#tests/bench/bench-server.ts'

export function watchMemory(pid: number): { readonly stop: () => number } {
  let most = 0
  const sample = () => {
    most = Math.max(most, residentMegabytes(pid))
  }
  const timer = setInterval(sample, 50)
  return {
    stop: () => {
      clearInterval(timer)
      return most
    },
  }
}
