/** Notes to the interviewer: in brackets, or from a label such as "INTERVIEWER:" to the end of the sentence. */
const NOTES =
  /\[[^\]]*\]|\((?![^)]*\p{Ll})[^)]*\p{Lu}{2}[^)]*\)|\b(?:INTERVIEWER|INSTRUCTION|NOTE|PROBE|CODE)\b[^:.?!]*:[^.?!]*[.?!]?/gu
/** "IF YES:", "IF NO, ASK:" before the question. */
const CONDITION = /\b(?:IF|ASK|ALL)\b(?:[ ,/-]+[\p{Lu}\d]+)*\s*:/gu
const SENTENCE = /[^.?!]+[.?!]*\s*/g
/** Begins a sentence to the interviewer, if it follows a question. A list of items may follow one, too. */
const INSTRUCTION =
  /^\s*(?:if (?:yes|no|so|not|any|none)|enter|record|code|write|mark|tick|circle|check|give|choose|select|show|read|probe|use|skip|go to|do not)\b/i

/**
 * The question that was asked, without instructions to the interviewer: notes, sentences in capitals, and instructions
 * after a question. The whole text if nothing else is left.
 */
export function plainQuestion(text: string): string {
  const whole = joined(text.replaceAll('|', ' '))
  const sentences = joined(whole.replaceAll(NOTES, ' ').replaceAll(CONDITION, ' ')).match(SENTENCE) ?? []
  const first = sentences.findIndex((sentence) => sentence.includes('?'))
  const isSpoken = (sentence: string, place: number) =>
    !isInCapitals(sentence) && (first < 0 || place <= first || !INSTRUCTION.test(sentence))
  return joined(sentences.filter(isSpoken).join('')) || whole
}

function joined(text: string): string {
  return text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ (?=[.?!,])/g, '')
    .trim()
}

function isInCapitals(sentence: string): boolean {
  return !/\p{Ll}/u.test(sentence) && (sentence.match(/\p{Lu}{2,}/gu) ?? []).length > 1
}
