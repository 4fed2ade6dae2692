// Runs before the first paint, so that the page never flashes in the wrong theme.
document.documentElement.dataset.theme =
  localStorage.getItem('theme') || (matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark');
