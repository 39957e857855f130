import { z } from 'zod'
import { sentences } from './sentences.ts'

/** Returns the Spanish message for an issue. The only place that translates zod. */
function messageFor(issue: z.core.$ZodRawIssue): string {
  if (issue.input === undefined || issue.input === null || issue.input === '') return sentences.required
  switch (issue.code) {
    case 'invalid_type':
      return typeMessages[issue.expected] ?? sentences.wrongValue
    case 'too_small':
      if (issue.origin === 'string')
        return issue.minimum === 1 ? sentences.required : `Mínimo ${issue.minimum} caracteres.`
      return `El valor mínimo es ${issue.minimum}.`
    case 'too_big':
      if (issue.origin === 'string') return `Máximo ${issue.maximum} caracteres.`
      return `El valor máximo es ${issue.maximum}.`
    case 'invalid_value':
      return `Elige uno de estos valores: ${issue.values.join(', ')}.`
    default:
      return sentences.wrongValue
  }
}

export const invalidShapeText = 'Los datos enviados no tienen la forma esperada.'

const typeMessages: Record<string, string> = {
  string: 'Debe ser un texto.',
  number: 'Debe ser un número.',
  int: 'Debe ser un número entero.',
  boolean: 'Debe ser verdadero o falso.',
  array: 'Debe ser una lista.',
  object: invalidShapeText,
}

z.config({ customError: messageFor })

/** Returns the first message of each invalid field, by its name in the request. */
export function fieldErrors(error: z.core.$ZodError): Record<string, string> {
  const found: Record<string, string> = {}
  for (const issue of error.issues) {
    const campo = String(issue.path[0] ?? '')
    if (campo) found[campo] ??= issue.message
  }
  return found
}
