import { Tag } from '#ui/tag.tsx'

/** Steady letters and hues, told apart by colour-blind eyes as well; a type that is not known keeps its own name alone. */
const LOOKS: Record<string, { letter: string; hue: number }> = {
  categorical: { letter: 'C', hue: 250 },
  dichotomous: { letter: 'F', hue: 300 },
  multicategory: { letter: 'M', hue: 215 },
  numberrange: { letter: '#', hue: 150 },
  date: { letter: 'D', hue: 75 },
  fuzzydate: { letter: 'D', hue: 55 },
  identifier: { letter: 'I', hue: 20 },
  text: { letter: 'T', hue: 100 },
}

export function DataTypeTag({ dataType }: { dataType: string }) {
  const look = LOOKS[dataType]
  return <Tag label={dataType === '' ? 'no type' : dataType} letter={look?.letter} hue={look?.hue} />
}
