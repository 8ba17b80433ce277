type T; type S = { f: int, g: [int]bool };
const unique c, d: T;
var m: [int, bool][T]bv8, s: S, z: [T]S;
function f(T, int): S; function h(x: int): int { x div (x - x) mod 3 }
procedure p(x: int) returns (y: int, w: real where w > 0.0);
  requires x > 0; free requires x < 9; modifies m, s; ensures y == old(s!f) + x;
implementation p(u: int) returns (y: int, q: real) {
  var a, b: int where a > 0;
L: M:
  while (*) invariant a == b; free invariant true; {
    a, b, m[a, b > 2][c] := b, h(a), 5bv8 ++ m[1, true][d][3:0] [8:0];
    s!g[a] := !z[c]!g[b]; z[d]!f := f(c, a)!f; if (a % 2 == 0) { break M; } else if (*) { goto L, N; }
    havoc a, s; assert { :x "y", 3 } s == z[c] || z == z[d := s];
  }
  call {:z} y, q := p(a); N: return; assume (forall i: int :: s!g[i]) ==> (exists t: T :: t == c);
}
