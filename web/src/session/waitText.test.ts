import { expect, test } from 'vitest'
import { waitText } from './waitText.ts'

test.each([
  [1, '1 segundo'],
  [40, '40 segundos'],
  [60, '1 minuto'],
  [61, '2 minutos'],
  [900, '15 minutos'],
])('%i seconds are %s', (seconds, text) => expect(waitText(seconds)).toBe(text))
