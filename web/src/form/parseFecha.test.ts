import { expect, test } from 'vitest'
import { parseFecha } from './parseFecha.ts'

const today = '2026-11-20'

test.each([
  ['20/11/2026', '2026-11-20'],
  ['1/2/2027', '2027-02-01'],
  ['20/11', '2026-11-20'],
  ['20-11-26', '2026-11-20'],
  ['20.11.2026', '2026-11-20'],
  ['201126', '2026-11-20'],
  ['20112026', '2026-11-20'],
  ['2011', '2026-11-20'],
  [' Hoy ', '2026-11-20'],
  ['29/02/2028', '2028-02-29'],
])('%s is %s', (text, iso) => expect(parseFecha(text, today)).toBe(iso))

test.each([
  '',
  '31/02/2026',
  '29/02/2027',
  '20/13/2026',
  '0/1/2026',
  'mañana',
  '2026-11-20',
  '1',
  '20/11/20266',
])('%j is no date', (text) => expect(parseFecha(text, today)).toBeNull())
