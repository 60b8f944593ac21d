import { residentMegabytes } from '#tests/bench/bench-server.ts'

export function watchMemory(pid: number): { readonly stop: () => number } {
  let most = 0
  const look = () => {
    most = Math.max(most, residentMegabytes(pid))
  }
  const timer = setInterval(look, 50)
  return {
    stop: () => {
      clearInterval(timer)
      return most
    },
  }
}
