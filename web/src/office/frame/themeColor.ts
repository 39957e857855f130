const root = document.documentElement
/** In the order of index.html. */
const themes = ['light', 'dark']

/** The browser's own bar follows the system's theme until another is chosen. */
function updateThemeColor() {
  const { theme } = root.dataset
  if (!theme) return
  for (const [index, meta] of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]').entries())
    meta.media = themes[index] === theme ? 'all' : 'not all'
}

updateThemeColor()
new MutationObserver(updateThemeColor).observe(root, { attributeFilter: ['data-theme'] })
