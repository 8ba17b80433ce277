// SPDX-License-Identifier: Apache-2.0
// Gripper: a robot with two hands carries two balls between two rooms. Each
// round of the loop is one action, if its condition holds. The right hand
// does not look where the ball is, and takes it out of the left one.
// A ball is in room 0 or 1, in the left hand (2) or in the right one (3); a hand
// is empty (0) or holds ball 1 or 2.
var robot, ball1, ball2, left, right: int;

procedure main()
  modifies robot, ball1, ball2, left, right;
{
  var action: int;
  robot, ball1, ball2, left, right := 0, 0, 0, 0, 0;
  while (*) {
    assert left == 0 || left != right;
    havoc action;
    if (action == 0) {
      robot := 1 - robot;
    } else if (action == 1) {
      if (ball1 == robot && left == 0) {
        ball1 := 2;
        left := 1;
      }
    } else if (action == 2) {
      if (ball2 == robot && left == 0) {
        ball2 := 2;
        left := 2;
      }
    } else if (action == 3) {
      ball1 := 3;
      right := 1;
    } else if (action == 4) {
      ball2 := 3;
      right := 2;
    } else if (action == 5) {
      if (left == 1) {
        ball1, left := robot, 0;
      } else if (left == 2) {
        ball2, left := robot, 0;
      }
    } else {
      if (right == 1) {
        ball1, right := robot, 0;
      } else if (right == 2) {
        ball2, right := robot, 0;
      }
    }
  }
}
