import { formatSize } from '#domain/numbers.ts'
import { useSketch, useStays } from '#entities/variables/sparklines.ts'
import { SparklinePlaceholder, Sparkline } from '#ui/charts/sparkline.tsx'

/** A variable's distribution, small enough for a row; nothing if the back end has none. */
export function VariableSketch({ name }: { name: string }) {
  return useStays(name) ? <Sketch name={name} /> : <SparklinePlaceholder />
}

function Sketch({ name }: { name: string }) {
  const sketch = useSketch(name)
  if (!sketch) return <SparklinePlaceholder />
  const words = sketch.counts.map(([value, count]) => `${value}: ${formatSize(count)}`)
  return <Sparkline label={`Answers to ${name}. ${words.join('; ')}`} counts={sketch.counts.map(([, n]) => n ?? 0)} />
}
