import type { GroupAnswers } from '#contract/shapes/shapes-of-descriptions.ts'
import { countOf, formatCount, formatMeasure } from '#domain/numbers.ts'
import { valueWords } from '#entities/variables/value-words.ts'
import { FILE_WIDTH, type Plotted, type PlotPicture } from '#features/variables/against/against-pictures.ts'
import { comparedName, drawComparedBoxes, type ComparedGroup } from '#ui/charts/compared-drawing.ts'
import { numberShape } from '#ui/charts/histogram-shape.ts'

/** The number of the two by the values of the category; the groups are in their order. */
export function boxesPicture(
  { variables, table }: Plotted,
  groups: readonly Pick<GroupAnswers, 'answered' | 'mean' | 'sd' | 'quantiles'>[],
): PlotPicture {
  const ofNumber = table.axes[0].values === null ? 0 : 1
  const [number, category] = [variables[ofNumber], variables[1 - ofNumber]]
  const [axis, values] = [table.axes[ofNumber], table.axes[1 - ofNumber]?.values ?? []]
  const bins = (axis.bins ?? []).map((bin) => ({ ...bin, count: 0 }))
  const boxes = groups.map(({ answered, quantiles, ...moments }, place) => ({
    ...moments,
    n: answered ?? 0,
    quantiles,
    value: values[place] ?? '',
    name: category ? valueWords(category, values[place] ?? '') : '',
  }))
  const drawn = boxes.map(({ name, n, quantiles }): ComparedGroup => {
    const words = quantiles?.map((quantile) => formatMeasure(quantile)) ?? []
    const [least, lower, median, upper, greatest] = words
    const box = quantiles && {
      quantiles,
      whiskers: [quantiles[0], quantiles[4]] as const,
      outliers: [],
    }
    return {
      name,
      detail: countOf(n, 'answer'),
      boxWords: quantiles ? `median ${median}, quartiles ${lower} and ${upper}, range ${least} to ${greatest}` : '',
      shape: numberShape(number.variableName, bins, formatCount, box),
      shares: [],
    }
  })
  return {
    name: `${comparedName('Box plots', drawn, 'groups')}, by ${category?.variableName ?? ''}`,
    title: `${number.variableName} by ${category?.variableName ?? ''}, ${countOf(table.answered, 'individual')}`,
    draw: () => drawComparedBoxes(drawn, FILE_WIDTH),
    drawAt: (width) => drawComparedBoxes(drawn, width),
    columns: 1,
    start: 0,
    whereOf: (place) => {
      const box = boxes[place]
      if (!box?.quantiles || !category) return []
      const [least, , , , greatest] = box.quantiles
      return [
        { variableName: category.variableName, operator: 'EQ', values: [box.value] },
        { variableName: number.variableName, operator: 'BETWEEN', values: [String(least), String(greatest)] },
      ]
    },
    table: [
      [
        category?.variableName ?? '',
        'n',
        'Mean',
        'SD',
        'Minimum',
        'Lower quartile',
        'Median',
        'Upper quartile',
        'Maximum',
      ],
      ...boxes.map(({ name, n, mean, sd, quantiles }) => [
        name,
        formatCount(n),
        formatMeasure(mean, sd),
        formatMeasure(sd),
        ...(quantiles ?? [null, null, null, null, null]).map((quantile) => formatMeasure(quantile)),
      ]),
    ],
  }
}
