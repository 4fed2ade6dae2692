// Shows the games of the report. Boards come as they are: nothing here knows any rules.
(() => {
  const data = JSON.parse(document.getElementById('games').textContent);
  const NS = 'http://www.w3.org/2000/svg';
  const board = document.getElementById('board');
  const caption = document.getElementById('caption');
  const slider = document.getElementById('ply');
  const filter = document.getElementById('filter');
  const rows = [...document.querySelectorAll('tr[data-game]')];
  const colors = { othello: ['#2e7d57', '#16191d', '#f4f4f2'], ataxx: ['#d9d2c5', '#c0392b', '#2f6fb5'], loa: ['#d8b98a', '#22262b', '#f7f4ee'] }[data.game];
  let game = null;
  let boards = [];

  const node = (name, attributes, parent) => {
    const made = document.createElementNS(NS, name);
    for (const key in attributes) made.setAttribute(key, attributes[key]);
    parent.append(made);
    return made;
  };

  // Each move comes as the cells that it changed: a number in base 36 with two digits, and what is there now.
  const unfold = (game) => {
    let cells = [...game.start];
    boards = [cells];
    for (const [, change] of game.moves) {
      cells = [...cells];
      for (let at = 0; at < change.length; at += 3) cells[parseInt(change.slice(at, at + 2), 36)] = change[at + 2];
      boards.push(cells);
    }
  };

  const draw = (ply) => {
    const { rows: height, columns: width } = data;
    board.replaceChildren();
    board.setAttribute('viewBox', `-0.6 -0.1 ${width + 0.8} ${height + 0.8}`);
    const changed = ply > 0 ? game.moves[ply - 1][1] : '';
    const fresh = new Set();
    for (let at = 0; at < changed.length; at += 3) fresh.add(parseInt(changed.slice(at, at + 2), 36));
    boards[ply].forEach((cell, index) => {
      const [x, y] = [index % width, Math.floor(index / width)];
      const dark = data.game === 'loa' && (x + y) % 2;
      node('rect', { x, y, width: 1, height: 1, fill: cell === '#' ? '#555' : colors[0], 'fill-opacity': dark ? 0.75 : 1, stroke: '#0005', 'stroke-width': 0.03 }, board);
      if (cell === 'b' || cell === 'w') {
        node('circle', { cx: x + 0.5, cy: y + 0.5, r: 0.4, fill: colors[cell === 'b' ? 1 : 2], stroke: '#0006', 'stroke-width': 0.04 }, board);
      }
      if (fresh.has(index)) node('circle', { cx: x + 0.5, cy: y + 0.5, r: 0.09, fill: '#e8b23a' }, board);
    });
    for (let x = 0; x < width; x++) node('text', { x: x + 0.5, y: height + 0.5, 'text-anchor': 'middle', style: 'font-size:.4px' }, board).textContent = String.fromCharCode(97 + x);
    for (let y = 0; y < height; y++) {
      const name = data.game === 'othello' ? y + 1 : height - y;
      node('text', { x: -0.3, y: y + 0.65, 'text-anchor': 'middle', style: 'font-size:.4px' }, board).textContent = name;
    }
    const move = ply > 0 ? `, ${game.moves[ply - 1][0]}` : '';
    caption.textContent = `Game ${game.number}: ${game.black} against ${game.white}, ${game.result} (${game.reason}). Move ${ply} of ${game.moves.length}${move}`;
    slider.value = ply;
  };

  const show = (index) => {
    game = data.games[index];
    unfold(game);
    slider.max = game.moves.length;
    rows.forEach((row) => row.setAttribute('aria-current', row.dataset.game === String(index)));
    draw(game.moves.length);
  };

  const step = (by) => draw(Math.min(Math.max(Number(slider.value) + by, 0), game.moves.length));

  rows.forEach((row) => {
    row.tabIndex = 0;
    row.addEventListener('click', () => show(Number(row.dataset.game)));
    row.addEventListener('keydown', (event) => {
      if (event.key === 'Enter') show(Number(row.dataset.game));
    });
  });
  slider.addEventListener('input', () => draw(Number(slider.value)));
  document.getElementById('back').addEventListener('click', () => step(-1));
  document.getElementById('forth').addEventListener('click', () => step(1));
  filter.addEventListener('input', () => {
    const wanted = filter.value.toLowerCase();
    rows.forEach((row) => (row.hidden = !row.textContent.toLowerCase().includes(wanted)));
  });
  document.getElementById('viewer').addEventListener('keydown', (event) => {
    if (event.target === filter || event.target === slider) return;
    if (event.key === 'ArrowLeft') step(-1);
    if (event.key === 'ArrowRight') step(1);
  });
  if (data.games.length) show(0);
})();
