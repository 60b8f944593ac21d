/** Local time at a fixed length: "2026-01-31 09:05:00". */
export function momentInWords(time: string): string {
  const moment = new Date(time)
  if (Number.isNaN(moment.getTime())) return time
  const two = (part: number) => String(part).padStart(2, '0')
  const day = [moment.getFullYear(), two(moment.getMonth() + 1), two(moment.getDate())].join('-')
  return `${day} ${[moment.getHours(), moment.getMinutes(), moment.getSeconds()].map(two).join(':')}`
}
