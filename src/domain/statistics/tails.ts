import betainc from '@stdlib/math-base-special-betainc'
import gammainc from '@stdlib/math-base-special-gammainc'
import gammaln from '@stdlib/math-base-special-gammaln'

/** P(|T| ≥ |t|) of Student’s t distribution. */
export function twoTailsOfT(t: number, degrees: number): number {
  return regularisedBeta(degrees / (degrees + t * t), degrees / 2, 1 / 2)
}

/** P(F ≥ f) of the F distribution. */
export function upperTailOfF(f: number, numerator: number, denominator: number): number {
  return regularisedBeta(denominator / (denominator + numerator * f), denominator / 2, numerator / 2)
}

/** P(X ≥ x) of the χ² distribution. */
export function upperTailOfChiSquare(x: number, degrees: number): number {
  return gammainc(x / 2, degrees / 2, true, true)
}

/** The logarithm of the binomial coefficient. */
export function logarithmOfChoices(all: number, chosen: number): number {
  return gammaln(all + 1) - gammaln(chosen + 1) - gammaln(all - chosen + 1)
}

/** The tail itself, not 1 minus the rest, so that small probabilities keep their digits. */
function regularisedBeta(x: number, a: number, b: number): number {
  return betainc(x, a, b, true, false)
}
