/** What the typefaces that every PDF reader brings along can draw (Windows-1252). */
const missing = /[^ -~¡-¬®-ÿ€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]/gu

/** Letters that no decomposition leads back to the alphabet; ʼ is the saltillo of the Mayan languages. */
const relatives: Record<string, string> = { Ł: 'L', ł: 'l', Đ: 'D', đ: 'd', ı: 'i', ʼ: '’', ꞌ: '’', Ꞌ: '’' }

/** The text as it can be drawn: letters lose their marks ('Łódź' → 'Lódz'), anything else (emoji) is left out. */
export function printable(text: string): string {
  if (text.search(missing) === -1) return text
  return text
    .normalize('NFC')
    .replace(/\s+/gu, ' ')
    .replace(missing, (character) => relatives[character] ?? character.normalize('NFKD').replace(missing, ''))
    .replace(/ +/g, ' ')
    .trim()
}
