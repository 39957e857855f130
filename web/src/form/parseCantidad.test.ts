import { expect, test } from 'vitest'
import { parseCantidad } from './parseCantidad.ts'

test.each([
  ['1234.5', '1234.5'],
  ['12,5', '12.5'],
  ['12,50', '12.50'],
  ['1,500', '1500'],
  ['1,234,567.89', '1234567.89'],
  ['Q1,234.50', '1234.50'],
  ['q 850', '850'],
  ['850.', '850'],
  ['.5', '0.5'],
  [' 0 ', '0'],
  ['', ''],
  ['mil', 'mil'],
  ['-5', '-5'],
  ['1,2,3', '1,2,3'],
])('%j is sent as %j', (text, sent) => expect(parseCantidad(text)).toBe(sent))
