const countText = (count: number, one: string, many: string) =>
  count === 0 ? [] : [`${count} ${count === 1 ? one : many}`]

/** Returns '2 cambios y 1 foto', or an empty text. A signature counts as a photo. */
export function unsentText(items: readonly { clase: string }[]): string {
  const pictures = items.filter(({ clase }) => clase === 'archivo').length
  return [
    ...countText(items.length - pictures, 'cambio', 'cambios'),
    ...countText(pictures, 'foto', 'fotos'),
  ].join(' y ')
}
