import { truncateText } from '@flota/contract/format.ts'

/** What comes in several lines, or has what no one sees, as one line of at most `length` characters. */
export const oneLine = (text: string, length = 300): string =>
  truncateText(text.replace(/[\s\p{Cc}]+/gu, ' ').trim(), length)
